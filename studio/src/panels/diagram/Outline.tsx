import { useMemo } from "react";
import type { Report } from "@/backend/protocol";
import type { JsonMap } from "@/document/data";
import { type Graph, nodeOf } from "@/document/operations/graph";
import { select, useDocument, useStudio } from "@/store/studio";
import { wholeGraph } from "./elements";
import { childrenOf, rootsOf } from "./walk";

/** The diagram as a tree of text, for screen readers: the same parts, the same selection. */
export function Outline() {
  const data = useDocument();
  const report = useStudio((s) => s.good?.checked.report ?? null);
  const selection = useStudio((s) => s.selection);
  const graph = useGraph(data, report);
  return (
    <div className="visually-hidden">
      <ul role="tree" aria-label="mechanism as a tree" aria-multiselectable="true">
        {rootsOf(graph).map((part) => (
          <Branch key={part} graph={graph} part={part} selection={selection} seen={[]} />
        ))}
      </ul>
    </div>
  );
}

const useGraph = (data: JsonMap, report: Report | null): Graph => useMemo(() => wholeGraph(data, report).graph, [data, report]);

function Branch({ graph, part, selection, seen }: { graph: Graph; part: string; selection: readonly string[]; seen: string[] }) {
  if (seen.includes(part)) return null;
  const children = childrenOf(graph, part);
  return (
    <li role="treeitem" aria-selected={selection.includes(part)} aria-label={wordsOf(graph, part)} aria-expanded={children.length > 0 ? true : undefined} onClick={(e) => { e.stopPropagation(); select([part]); }}>
      {wordsOf(graph, part)}
      {children.length > 0 && (
        <ul role="group">
          {children.map((c) => (
            <Branch key={c} graph={graph} part={c} selection={selection} seen={[...seen, part]} />
          ))}
        </ul>
      )}
    </li>
  );
}

function wordsOf(graph: Graph, part: string): string {
  const node = nodeOf(graph, part);
  if (!node) return "world";
  const loose = "loose" in node && node.loose ? ", not connected" : "";
  if ("child" in node) return `${node.type} joint ${node.name}${loose}`;
  if ("body" in node) return `frame ${node.name}${loose}`;
  if ("section" in node) return `${node.kind} ${node.name}: ${node.ends.join(", ") || "no ends yet"}${loose}`;
  return `body ${node.name}${loose}`;
}
