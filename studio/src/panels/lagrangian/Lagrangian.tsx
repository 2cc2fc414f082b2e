import { useState } from "react";
import type { Report } from "@/backend/protocol";
import { at, mapAt, type Path } from "@/document/data";
import { isName } from "@/document/formula";
import { setAt, useDocument, useStudio } from "@/store/studio";
import { Cell } from "./Cell";
import "./lagrangian.css";

interface Told {
  variables?: { name: string; velocity: string; variation: string }[];
  constants?: { name: string; type: string }[];
}

/** A Lagrangian document in place of a diagram: its manifold, constants, formulas, inputs and start, all of them editable. */
export function Lagrangian() {
  const data = useDocument();
  const report = useStudio((s) => s.good?.checked.report) as Report | undefined;
  const told = (report?.lagrangian ?? {}) as Told;
  return (
    <div className="lagrangian" role="region" aria-label="Lagrangian" tabIndex={0}>
      <Rows title="Manifold" section="manifold" what="variable" columns={["velocity", "variation"]} more={(name) => [told.variables?.find((v) => v.name === name)?.velocity ?? "", told.variables?.find((v) => v.name === name)?.variation ?? ""]} usual="R^3" />
      <section>
        <h2>Lagrangian</h2>
        <Cell label="Lagrangian" path={["lagrangian"]} value={at(data, ["lagrangian"])} long />
        <h3>Virtual work of the inputs</h3>
        <Cell label="work" path={["work"]} value={at(data, ["work"])} long />
        {data.dissipation !== undefined && (
          <>
            <h3>Dissipation</h3>
            <Cell label="dissipation" path={["dissipation"]} value={data.dissipation} long />
          </>
        )}
      </section>
      <Rows title="Constants" section="constants" what="constant" columns={["kind"]} more={(name) => [told.constants?.find((c) => c.name === name)?.type ?? ""]} usual="1" />
      <Rows title="Inputs" section="inputs" what="input" columns={[]} more={() => []} usual="scalar" />
      {data.constraints !== undefined && <Rows title="Constraints" section="constraints" what="constraint" columns={[]} more={() => []} usual="0" />}
      <Start told={told} />
    </div>
  );
}

interface RowsProps {
  title: string;
  section: string;
  what: string;
  columns: readonly string[];
  /** What the desk says of an entry, one text per column. */
  more: (name: string) => readonly string[];
  /** The value of a new one. */
  usual: string;
}

/** The entries of a section: name, value, what is known of it; one may be added or removed. */
function Rows({ title, section, what, columns, more, usual }: RowsProps) {
  const entries = Object.entries(mapAt(useDocument(), [section]));
  const lit = useStudio((s) => s.lit);
  const selection = useStudio((s) => s.selection);
  return (
    <section>
      <h2>{title}</h2>
      {entries.length > 0 && (
        <table>
          <thead>
            <tr>
              {[what, "value", ...columns].map((c) => (
                <th key={c} scope="col">
                  {c}
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {entries.map(([name, value]) => (
              <tr key={name} className={lit.includes(name) || selection.includes(`${section}/${name}`) ? "lit" : ""}>
                <th scope="row">{name}</th>
                <td>
                  <Cell label={`${what} ${name}`} path={[section, name]} value={value} symbol={name} />
                </td>
                {more(name).map((text, k) => (
                  <td key={k} className="soft">
                    {text}
                  </td>
                ))}
                <td>
                  <button type="button" aria-label={`remove ${what} ${name}`} onClick={() => setAt(`remove ${what} ${name}`, [section, name], undefined)}>
                    ✕
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Add what={what} section={section} taken={entries.map(([name]) => name)} usual={usual} />
    </section>
  );
}

function Add({ what, section, taken, usual }: { what: string; section: string; taken: string[]; usual: string }) {
  const [name, setName] = useState("");
  const fits = isName(name) && !taken.includes(name);
  return (
    <form
      className="lagrangian-add"
      onSubmit={(e) => {
        e.preventDefault();
        if (!fits) return;
        setAt(`add ${what} ${name}`, [section, name], usual === "1" ? 1 : usual);
        setName("");
      }}
    >
      <input type="text" aria-label={`name of a new ${what}`} placeholder={`new ${what}`} value={name} onChange={(e) => setName(e.target.value.trim())} spellCheck={false} />
      <button type="submit" disabled={!fits}>
        Add
      </button>
    </form>
  );
}

/** Where it begins: positions and velocities; empty ones are the manifold's own. */
function Start({ told }: { told: Told }) {
  const start = mapAt(useDocument(), ["start"]);
  const names = [...new Set([...(told.variables ?? []).flatMap((v) => [v.name, v.velocity]), ...Object.keys(start)])];
  if (names.length === 0) return null;
  const place = (name: string): Path => ["start", name];
  return (
    <section>
      <h2>Start</h2>
      <table>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>
                <Cell label={`start of ${name}`} path={place(name)} value={start[name]} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
