import { Handle, type NodeProps, Position } from "@xyflow/react";
import { useState } from "react";
import { Symbol } from "@/panels/palette/symbols";
import { fold } from "@/document/operations/groups";
import { rename } from "@/document/operations/rename";
import { perform } from "@/store/perform";
import { data as documentNow } from "@/store/studio";
import { useStore } from "@/store/state";
import { diagram, focusPart } from "./state";
import type { NodeData, PartNode as Part } from "./elements";

/** One part of the mechanism: a box for bodies, a symbol with its name below for joints, small pills for frames and links. */
export function PartNode({ id, data, selected }: NodeProps<Part>) {
  const renaming = useStore(diagram, (s) => s.renaming === id);
  const classes = ["part", `part-${data.kind}`, data.loose && "part-loose", data.error && "part-error", data.lit && "part-lit", data.derived && "part-derived", data.collapsed && "part-folded", selected && "part-selected"];
  return (
    <div className={classes.filter(Boolean).join(" ")} title={data.error ?? tipOf(data)} data-part={id}>
      {data.kind === "group" ? <GroupHead data={data} /> : <Handles data={data} />}
      {data.kind === "world" && <Symbol name="world" size={20} />}
      {data.kind === "frame" && <Symbol name="frame" size={15} />}
      {data.kind === "link" && <Symbol name={data.type} size={16} />}
      {data.kind === "joint" && <Symbol name={data.type} size={24} />}
      {data.kind !== "group" && (renaming ? <NameField id={id} name={data.name} /> : <span className="part-name">{data.name}</span>)}
      {data.badges.length > 0 && (
        <span className="part-badges">
          {data.badges.map((b) => (
            <span key={b.symbol} title={b.title} role="img" aria-label={b.title}>
              <Symbol name={b.symbol} size={14} />
            </span>
          ))}
        </span>
      )}
      {data.error && (
        <span className="part-mark" role="img" aria-label={`error: ${data.error}`}>
          !
        </span>
      )}
    </div>
  );
}

function tipOf(data: NodeData): string {
  if (data.derived) return `${data.label} (from a table: "write as joints" to edit it here)`;
  return data.loose ? `${data.label}: not part of the robot yet` : data.label;
}

function Handles({ data }: { data: NodeData }) {
  const link = data.kind === "link";
  return (
    <>
      {data.kind !== "world" && !link && <Handle type="target" id="in" position={Position.Left} role="img" aria-label={`${data.name}: input`} isConnectable={!data.derived} />}
      {data.kind !== "frame" && !link && <Handle type="source" id="out" position={Position.Right} role="img" aria-label={`${data.name}: output`} isConnectable={!data.derived} />}
      <Handle type={link ? "target" : "source"} id="link" position={link ? Position.Top : Position.Bottom} className="handle-link" role="img" aria-label={`${data.name}: link`} isConnectable={!data.derived || !link} />
    </>
  );
}

function GroupHead({ data }: { data: NodeData }) {
  return (
    <>
      <Handle type="target" id="in" position={Position.Left} isConnectable={false} className="handle-hidden" />
      <Handle type="source" id="out" position={Position.Right} isConnectable={false} className="handle-hidden" />
      <Handle type="source" id="link" position={Position.Bottom} isConnectable={false} className="handle-hidden" />
      <span className="group-head">
        <button type="button" className="nodrag group-fold" aria-expanded={!data.collapsed} aria-label={`${data.collapsed ? "unfold" : "fold"} ${data.name}`} onClick={() => perform(fold(documentNow(), data.name))}>
          {data.collapsed ? "+" : "−"}
        </button>
        {data.name}
        {data.collapsed && <small>{data.members?.length} parts</small>}
      </span>
    </>
  );
}

function NameField({ id, name }: { id: string; name: string }) {
  const [text, setText] = useState(name);
  const end = (keep: boolean) => {
    if (diagram.get().renaming !== id) return;
    diagram.set({ renaming: null });
    if (!keep) return focusPart(id);
    const outcome = rename(documentNow(), id, text);
    perform(outcome);
    focusPart("select" in outcome ? (outcome.select[0] ?? id) : id);
  };
  return (
    <input
      className="part-rename nodrag"
      aria-label={`new name of ${name}`}
      value={text}
      autoFocus
      onFocus={(e) => e.target.select()}
      onChange={(e) => setText(e.target.value)}
      onBlur={() => end(true)}
      onKeyDown={(e) => {
        if (e.key === "Enter") end(true);
        else if (e.key === "Escape") end(false);
        e.stopPropagation();
      }}
    />
  );
}
