import assert from "node:assert/strict";
import { briefName } from "../../../extension/document/briefName";

describe("a long demangled name in short", () => {
  const cases: readonly (readonly [string, string])[] = [
    [
      "@std::__detail::_Compiler<std::__cxx11::regex_traits<char> >::_M_expression_term<false, true>(std::string&)",
      "@std::__detail::_Compiler<…>::_M_expression_term<…>(…)",
    ],
    ["main", "main"],
    ["shape::Circle::area()", "shape::Circle::area()"],
    ["(anonymous namespace)::f(int)::{lambda(char)#1}::operator()(char) const", ""],
    ["std::operator<< <char>(std::ostream&, char)", "std::operator<< <char>(…)"],
    ["A<&B::operator-> >::operator<(A<int> const&)", "A<…>::operator<(…)"],
    ["<alloc::vec::Vec<T> as core::ops::Drop>::drop", "<alloc::vec::Vec<…> as core::ops::Drop>::drop"],
    ["f(int (*) [6])", "f(…)"],
    ["cut off<in the middle", "cut off<in the middle"],
  ];
  for (const [name, brief] of cases)
    it(name, () =>
      assert.equal(briefName(name, 0), brief || "(anonymous namespace)::f(…)::{lambda(…)#1}::operator()(…) const"),
    );
  it("is not needed if there is room", () => {
    assert.equal(briefName("f<int>(char)", 12), "f<int>(char)");
    assert.equal(briefName("f<int>(char)", 11), "f<…>(…)");
  });
  it("takes time in proportion to a hostile name", () => {
    const deep = "f<".repeat(100_000);
    assert.equal(briefName(deep, 0), deep);
  });
});
