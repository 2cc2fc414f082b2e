import { applyNodeChanges, Background, type Connection, ConnectionMode, Controls, type Edge, type NodeChange, ReactFlow, ReactFlowProvider, useReactFlow } from "@xyflow/react";
import "@xyflow/react/dist/base.css";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { attach, connect, detach, moveEnd } from "@/document/operations/connect";
import { bodyOf, graphOf } from "@/document/operations/graph";
import { isRefused } from "@/document/operations/outcome";
import { addItem } from "@/panels/palette/items";
import { perform } from "@/store/perform";
import { useStore } from "@/store/state";
import { data as documentNow, select, studio, useDocument, useStudio } from "@/store/studio";
import { moveParts, moveGroup } from "./actions";
import { elementsOf, type PartNode as Part } from "./elements";
import { PartNode } from "./PartNode";
import { diagram } from "./state";

const TYPES = { part: PartNode };
/** The kind of data by which an item of the palette is dragged. */
export const DRAGGED = "application/x-linkwright-item";

/** The mechanism as nodes and edges; every gesture is an operation on the document. */
export function Diagram() {
  return (
    <ReactFlowProvider>
      <Canvas />
    </ReactFlowProvider>
  );
}

function useParts() {
  const data = useDocument();
  const messages = useStudio((s) => s.messages);
  const lit = useStudio((s) => s.lit);
  const report = useStudio((s) => s.good?.checked.report ?? null);
  const selection = useStudio((s) => s.selection);
  const made = useMemo(() => elementsOf({ data, messages, lit, report }), [data, messages, lit, report]);
  const [nodes, setNodes] = useState<Part[]>(made.nodes);
  useEffect(() => {
    const chosen = new Set(selection);
    setNodes((old) => {
      const measured = new Map(old.map((n) => [n.id, n.measured]));
      return made.nodes.map((n) => ({ ...n, selected: chosen.has(n.id), ...(measured.get(n.id) ? { measured: measured.get(n.id)! } : {}) }));
    });
  }, [made, selection]);
  const onNodesChange = useCallback((changes: NodeChange<Part>[]) => {
    setNodes((old) => applyNodeChanges(withMembers(changes, old), old));
    const picked = changes.filter((c) => c.type === "select");
    if (picked.length === 0) return;
    const off = new Set(picked.filter((c) => !c.selected).map((c) => c.id));
    const on = picked.filter((c) => c.selected).map((c) => c.id);
    const before = studio.get().selection;
    select([...before.filter((p) => !off.has(p) && !on.includes(p)), ...on]);
  }, []);
  return { nodes, edges: made.edges, onNodesChange };
}

/** A group that is dragged takes its parts along. */
function withMembers(changes: NodeChange<Part>[], nodes: Part[]): NodeChange<Part>[] {
  const more = changes.flatMap((c): NodeChange<Part>[] => {
    if (c.type !== "position" || !c.position) return [];
    const group = nodes.find((n) => n.id === c.id && n.data.kind === "group" && !n.data.collapsed);
    if (!group) return [];
    const [dx, dy] = [c.position.x - group.position.x, c.position.y - group.position.y];
    const moving = new Set(changes.map((x) => ("id" in x ? x.id : "")));
    return nodes.filter((n) => group.data.members?.includes(n.id) && !moving.has(n.id)).map((n) => ({ id: n.id, type: "position", position: { x: n.position.x + dx, y: n.position.y + dy }, dragging: true }));
  });
  return more.length > 0 ? [...changes, ...more] : changes;
}

function Canvas() {
  const { nodes, edges, onNodesChange } = useParts();
  const flow = useReactFlow<Part>();
  const wrapper = useRef<HTMLDivElement>(null);
  useFit(flow, nodes);
  const onDrop = (e: React.DragEvent) => {
    const id = e.dataTransfer.getData(DRAGGED);
    if (!id) return;
    e.preventDefault();
    const target = document.elementsFromPoint(e.clientX, e.clientY).map((x) => x.closest<HTMLElement>(".react-flow__node")?.dataset.id).find((x) => x && !x.startsWith("studio/groups/"));
    const at = flow.screenToFlowPosition({ x: e.clientX, y: e.clientY });
    perform(addItem(id, documentNow(), target ? targetsWith(target) : [], target ? null : [at.x - 40, at.y - 20]));
  };
  return (
    <div className="diagram" ref={wrapper} onDrop={onDrop} onDragOver={allowDrop} onKeyDown={pickFocused}>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={TYPES}
        onNodesChange={onNodesChange}
        onNodeDragStop={(_, node, dragged) => (node.data.kind === "group" ? moveGroup(node) : moveParts(dragged))}
        onSelectionDragStop={(_, dragged) => moveParts(dragged)}
        onConnect={(c) => join(c, nodes)}
        onConnectEnd={(_, c) => !c.toNode && !c.toHandle && c.fromHandle?.id === "in" && c.fromNode && takeOff(c.fromNode.id, nodes)}
        isValidConnection={(c) => c.source !== c.target}
        onNodeDoubleClick={(_, node) => node.data.kind !== "world" && node.data.kind !== "group" && diagram.set({ renaming: node.id })}
        {...reconnecting}
        connectionMode={ConnectionMode.Loose}
        connectionRadius={28}
        multiSelectionKeyCode={["Control", "Meta"]}
        deleteKeyCode={null}
        panActivationKeyCode={null}
        disableKeyboardA11y
        nodesFocusable
        edgesFocusable={false}
        minZoom={0.1}
        maxZoom={2.5}
        fitView
        fitViewOptions={FIT}
        aria-label="diagram of the mechanism"
      >
        <Background gap={22} size={1.2} color="var(--line)" />
        <Controls showInteractive={false} fitViewOptions={FIT} />
      </ReactFlow>
    </div>
  );
}

const FIT = { padding: 0.14, maxZoom: 1.15, minZoom: 0.12 };

/** What is dropped on a selected part is meant for the whole selection. */
function targetsWith(target: string): readonly string[] {
  const { selection } = studio.get();
  return selection.includes(target) ? [...selection.filter((p) => p !== target), target] : [target];
}

function allowDrop(e: React.DragEvent): void {
  if (!e.dataTransfer.types.includes(DRAGGED)) return;
  e.preventDefault();
  e.dataTransfer.dropEffect = "copy";
}

/** Enter selects the part that has the keyboard. */
function pickFocused(e: React.KeyboardEvent): void {
  const part = (e.target as HTMLElement).dataset.id;
  if (!part || e.key !== "Enter") return;
  e.preventDefault();
  e.stopPropagation();
  const { selection } = studio.get();
  if (e.ctrlKey || e.metaKey) select(selection.includes(part) ? selection.filter((p) => p !== part) : [...selection, part]);
  else select([part]);
}

/** A line was drawn from one part to another; from an input it means the same backwards. */
function join({ source, target, sourceHandle, targetHandle }: Connection, nodes: Part[]): void {
  const kind = (id: string) => nodes.find((n) => n.id === id)?.data.kind;
  const backwards = sourceHandle === "in" || (targetHandle === "out" && sourceHandle !== "out");
  const [from, to] = backwards ? [target, source] : [source, target];
  const data = documentNow();
  if (kind(from) === "joint" && kind(to) === "body" && !backwards && targetHandle === "out" && sourceHandle === "out") return void perform(attach(data, from, to, "child"));
  perform(connect(data, from, to));
}

/** A line that is drawn from an input into the void takes the part off what holds it. */
function takeOff(part: string, nodes: Part[]): void {
  const graph = graphOf(documentNow());
  const kind = nodes.find((n) => n.id === part)?.data.kind;
  const joint = graph.joints.find((j) => (kind === "joint" ? j.part === part : kind === "body" && j.child === bodyOf(graph, part)));
  if (!joint || (kind === "joint" && joint.parent === null)) return;
  perform(detach(documentNow(), joint.part, kind === "joint" ? "parent" : "child"));
}

let taken: Edge | null = null;

/** An end of an edge is dragged to another part, or into the void: taken off. */
const reconnecting = {
  onReconnectStart: (_: unknown, edge: Edge) => {
    taken = edge;
  },
  onReconnect: (edge: Edge, to: Connection) => {
    taken = null;
    const [part, end] = split(edge);
    const data = documentNow();
    if (end === "parent" || end === "child") {
      const other = end === "parent" ? (to.target === part ? to.source : to.target) : to.source === part ? to.target : to.source;
      perform(attach(data, part, other, end));
    } else if (end === "body") perform(connect(data, part, to.source === part ? to.target : to.source));
    else perform(moveEnd(data, part, end, to.source === part ? to.target : to.source));
  },
  onReconnectEnd: (_: unknown, edge: Edge) => {
    const lost = taken;
    taken = null;
    if (!lost) return;
    const [part, end] = split(edge);
    if (end !== "parent" && end !== "child") return;
    const outcome = detach(documentNow(), part, end);
    if (!isRefused(outcome)) perform(outcome);
  },
};

function split(edge: Edge): [string, string] {
  const cut = edge.id.lastIndexOf("|");
  return [edge.id.slice(0, cut), edge.id.slice(cut + 1)];
}

const MANY = 4;

/** Everything is shown when another document is opened, when it is asked for, when many parts come at once, and when a new one would be out of sight. */
function useFit(flow: ReturnType<typeof useReactFlow<Part>>, nodes: Part[]): void {
  const fit = useStore(diagram, (s) => s.fit);
  const opened = useStudio((s) => (s.edited.past.length + s.edited.future.length === 0 ? s.edited.hash : ""));
  const seen = useRef(nodes.length);
  useEffect(() => {
    const timer = setTimeout(() => void (opened !== "" && flow.fitView(FIT)), 60);
    return () => clearTimeout(timer);
  }, [opened, flow]);
  useEffect(() => {
    if (fit > 0) void flow.fitView(FIT);
  }, [fit, flow]);
  useEffect(() => {
    const more = nodes.length - seen.current;
    seen.current = nodes.length;
    if (more > 0) setTimeout(() => void ((more > MANY || isOut(flow)) && flow.fitView(FIT)), 100); // when they are measured
  }, [nodes.length, flow]);
}

/** Whether something that is selected is out of sight. */
function isOut(flow: ReturnType<typeof useReactFlow<Part>>): boolean {
  const box = document.querySelector(".diagram")?.getBoundingClientRect();
  return box !== undefined && flow.getNodes().some((n) => n.selected === true && outside(box, flow.flowToScreenPosition(n.position), n));
}

function outside(box: DOMRect, at: { x: number; y: number }, n: Part): boolean {
  return at.x < box.left || at.y < box.top || at.x + (n.width ?? 0) > box.right || at.y + (n.height ?? 0) > box.bottom;
}
