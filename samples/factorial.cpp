// clang++-22 -std=c++20 -O2 -g -fdebug-compilation-dir=. -c -emit-llvm factorial.cpp -o factorial.bc
namespace sample {

template <typename Integer>
struct Factorial {
  Integer of(Integer n) const { return n <= 1 ? 1 : n * of(n - 1); }
};

int sum(const int *values, int count) {
  Factorial<int> factorial;
  int total = 0;
  for (int i = 0; i < count; ++i) total += factorial.of(values[i]);
  return total;
}

}  // namespace sample

int main(int count, char **) {
  int values[] = {1, 2, 3, 4};
  return sample::sum(values, count);
}
