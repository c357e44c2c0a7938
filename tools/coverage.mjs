/**
 * An esbuild plugin that makes the product's code count which of its branches run, for coverage-guided fuzzing. The
 * counts are in `globalThis.branchCounts`, 65,536 bytes that wrap; two branches may share one.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import ts from "typescript";

const COUNTERS = 65536;

/** The beginning of the bundle. */
export const BANNER = `const branchCounts = (globalThis.branchCounts ??= new Uint8Array(${COUNTERS}));`;

/** `branchCounts[7]++` */
function counted(factory, number) {
  const counter = factory.createElementAccessExpression(factory.createIdentifier("branchCounts"), number % COUNTERS);
  return factory.createPostfixIncrement(counter);
}

/** Inserts a counter into every function, branch and loop, and before each operand that may not be evaluated. */
function counting(next) {
  return (context) => {
    const { factory } = context;
    const expression = (node) => factory.createComma(counted(factory, next()), node);
    const block = (node) => {
      const statement = factory.createExpressionStatement(counted(factory, next()));
      if (ts.isBlock(node)) return factory.updateBlock(node, [statement, ...node.statements]);
      return factory.createBlock([statement, node], true);
    };
    const visit = (before) => {
      const node = ts.visitEachChild(before, visit, context);
      if (ts.isBlock(node) && ts.isFunctionLike(before.parent)) return block(node);
      if (ts.isIfStatement(node))
        return factory.updateIfStatement(
          node,
          node.expression,
          block(node.thenStatement),
          node.elseStatement && block(node.elseStatement),
        );
      if (ts.isConditionalExpression(node))
        return factory.updateConditionalExpression(
          node,
          node.condition,
          node.questionToken,
          expression(node.whenTrue),
          node.colonToken,
          expression(node.whenFalse),
        );
      if (ts.isCaseClause(node) && node.statements.length > 0)
        return factory.updateCaseClause(node, node.expression, [
          factory.createExpressionStatement(counted(factory, next())),
          ...node.statements,
        ]);
      if (ts.isForStatement(node))
        return factory.updateForStatement(
          node,
          node.initializer,
          node.condition,
          node.incrementor,
          block(node.statement),
        );
      if (ts.isForOfStatement(node))
        return factory.updateForOfStatement(
          node,
          node.awaitModifier,
          node.initializer,
          node.expression,
          block(node.statement),
        );
      if (ts.isWhileStatement(node)) return factory.updateWhileStatement(node, node.expression, block(node.statement));
      const lazy = [
        ts.SyntaxKind.AmpersandAmpersandToken,
        ts.SyntaxKind.BarBarToken,
        ts.SyntaxKind.QuestionQuestionToken,
      ];
      if (ts.isBinaryExpression(node) && lazy.includes(node.operatorToken.kind))
        return factory.updateBinaryExpression(
          node,
          node.left,
          node.operatorToken,
          factory.createParenthesizedExpression(expression(node.right)),
        );
      return node;
    };
    return (file) => ts.visitNode(file, visit);
  };
}

/** The plugin. */
export const coverage = {
  name: "coverage",
  setup(build) {
    let number = 0;
    // Multiplying by a coprime number spreads the branches, so that neighbours share no counter.
    const next = () => (++number * 40503) % COUNTERS;
    build.onLoad(
      { filter: /[\\/]extension[\\/](?:document|kit|formats|session)[\\/].*\.ts$/ },
      async ({ path: file }) => {
        const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
        const text = await readFile(file, "utf8");
        const { outputText } = ts.transpileModule(text, {
          compilerOptions,
          fileName: path.basename(file),
          transformers: { before: [counting(next)] },
        });
        return { contents: outputText, loader: "js" };
      },
    );
  },
};
