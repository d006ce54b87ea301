// Prometheus' own grammar: `node promql.mjs` reads a JSON list of expressions and writes what each one selects.
import { createRequire } from "node:module";
import { text } from "node:stream/consumers";

const { parser } = createRequire(
  new URL("../../../pwa/package.json", import.meta.url),
)("@prometheus-io/lezer-promql");

/** The metrics of an expression, each with its label matchers and the labels by which an enclosing aggregation groups. */
function selected(expression) {
  const metrics = [];
  const grouped = [];
  const errors = [];
  const textOf = (node) => expression.slice(node.from, node.to);
  const walk = (node) => {
    if (node.type.isError) errors.push(node.from);
    const isAggregation = node.name === "AggregateExpr";
    if (isAggregation) {
      const labels = node.node
        .getChild("AggregateModifier")
        ?.getChild("GroupingLabels");
      grouped.push((labels?.getChildren("LabelName") ?? []).map(textOf));
    }
    if (node.name === "VectorSelector") {
      const matchers =
        node.node
          .getChild("LabelMatchers")
          ?.getChildren("UnquotedLabelMatcher") ?? [];
      metrics.push({
        name: textOf(node.node.getChild("Identifier")),
        matchers: matchers.map((one) =>
          ["LabelName", "MatchOp", "StringLiteral"].map((part) =>
            textOf(one.getChild(part)),
          ),
        ),
        grouped: grouped.flat(),
      });
    }
    for (let child = node.node.firstChild; child; child = child.nextSibling)
      walk(child);
    if (isAggregation) grouped.pop();
  };
  walk(parser.parse(expression).topNode);
  return { metrics, errors };
}

process.stdout.write(
  JSON.stringify(JSON.parse(await text(process.stdin)).map(selected)),
);
