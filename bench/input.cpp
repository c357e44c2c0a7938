#include <regex>
#include <map>
#include <memory>
#include <string>
#include <vector>
#include <unordered_map>
#include <functional>
#include <algorithm>
#include <sstream>
#include <iostream>
#include <set>
#include <deque>
#include <thread>
#include <mutex>
struct Node { std::string name; std::vector<std::shared_ptr<Node>> kids; std::map<std::string,std::string> attrs; virtual ~Node(){} virtual int weight() const { return 1; } };
struct Leaf : Node { int w; explicit Leaf(int x):w(x){} int weight() const override { return w; } };
template<class T> struct Table { std::map<std::string, T> rows; std::unordered_map<int, T> byId; void add(int i, std::string k, T v){ rows.emplace(k, v); byId[i]=v; } T* find(const std::string&k){ auto it=rows.find(k); return it==rows.end()?nullptr:&it->second; } };
static std::shared_ptr<Node> parse(const std::string& text) {
  static const std::regex token(R"((\w+)\s*=\s*\"([^\"]*)\"|<(\w+)>|</(\w+)>)");
  std::deque<std::shared_ptr<Node>> stack; stack.push_back(std::make_shared<Node>());
  for (std::sregex_iterator i(text.begin(), text.end(), token), e; i != e; ++i) {
    const std::smatch& m = *i;
    if (m[1].matched) stack.back()->attrs[m[1]] = m[2];
    else if (m[3].matched) { auto n = std::make_shared<Leaf>((int)m[3].length()); n->name = m[3]; stack.back()->kids.push_back(n); stack.push_back(n); }
    else if (stack.size() > 1) stack.pop_back();
  }
  return stack.front();
}
static int total(const Node& n, std::function<int(const Node&)> f) { int s = f(n); for (auto& k : n.kids) s += total(*k, f); return s; }
std::wstring wide(const std::string&s){ std::wregex r(L"a+b"); std::wstring w(s.begin(), s.end()); return std::regex_replace(w, r, L"$&"); }
int main(int argc, char** argv) {
  Table<std::shared_ptr<Node>> t; Table<double> d; Table<std::string> s; Table<std::vector<int>> v;
  std::mutex mu; std::vector<std::thread> ts;
  for (int i = 1; i < argc; i++) { auto n = parse(argv[i]); t.add(i, argv[i], n); d.add(i, argv[i], i*1.5); s.add(i, argv[i], argv[i]); v.add(i, argv[i], {i,i+1});
    ts.emplace_back([&, n]{ std::lock_guard<std::mutex> g(mu); std::cout << total(*n, [](const Node& x){ return x.weight(); }); }); }
  for (auto& x : ts) x.join();
  std::set<std::string> names; for (auto& [k, n] : t.rows) for (auto& kid : n->kids) names.insert(kid->name);
  std::vector<std::string> sorted(names.begin(), names.end()); std::sort(sorted.begin(), sorted.end(), [](auto&a, auto&b){return a.size()<b.size();});
  std::stable_sort(sorted.begin(), sorted.end());
  std::ostringstream o; for (auto& x : sorted) o << x << '\n'; std::cout << o.str() << std::boolalpha << std::regex_search(o.str(), std::regex("^[a-z]+$", std::regex::icase));
  std::wcout << wide(o.str());
  return 0;
}
