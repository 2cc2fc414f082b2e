import { useState } from "react";
import { copyText, download } from "@/app/clipboard";
import type { Panel } from "@/app/panel";
import { backendKind } from "@/backend/backend";
import type { CodeAsked, CodeMade, Report } from "@/backend/protocol";
import { QuantityPicker } from "@/controls/QuantityPicker";
import { NO_MODEL, useAnswer, useErrors } from "@/store/answer";
import { quantitiesOf, shortName, useConventions } from "@/store/conventions";
import { createStore, useStore } from "@/store/state";
import { useStudio } from "@/store/studio";
import { linesOf, mainFile, sizeInWords, zipOf } from "./files";
import { Source } from "./Source";
import "./code.css";


const wanted = createStore<CodeAsked>({ language: "c", quantities: [], parameters: "numeric" });
/** Functions that most people want; a mechanism has those of its kind. */
const USUAL = ["inverse_dynamics", "mass_matrix", "nonlinear_effects", "forward_dynamics", "forward_kinematics", "jacobian"];
const PARAMETERS: Record<CodeAsked["parameters"], string> = {
  numeric: "numbers, folded in",
  symbolic: "inputs of every function",
  inertial: "ten per body, inputs",
  base: "base parameters, inputs",
};

/** The code that Linkwright generates of the mechanism: language, functions, what they cost, and a zip with tests. */
function Code() {
  const asked = useStore(wanted, (s) => s);
  const report = useStudio((s) => s.good?.checked.report);
  const errors = useErrors();
  const rows = quantitiesOf(useConventions(), report?.kind);
  const usual = rows.length ? USUAL.filter((name) => rows.some((q) => q.name === name)) : USUAL;
  const quantities = asked.quantities.length ? asked.quantities : usual;
  const { answer, waiting, messages } = useAnswer("code", { ...asked, quantities });
  const [path, setPath] = useState("");
  const file = answer?.files.find((f) => f.path === path) ?? mainFile(answer?.files ?? []);
  return (
    <div className="code">
      <Controls report={report} usual={usual} answer={answer} file={file} />
      {messages.map((m, k) => (
        <p key={k} className="error">
          {m.what}
          {m.hint && `; ${m.hint}`}
        </p>
      ))}
      {answer && file ? (
        <div className={waiting ? "code-body waiting" : "code-body"} aria-busy={waiting}>
          <Facts answer={answer} file={file} choose={setPath} />
          <Source path={file.path} text={file.text} />
        </div>
      ) : (
        messages.length === 0 && <p className="soft">{errors ? NO_MODEL : waiting ? "The code is being generated ..." : "Add a joint and a body to see code."}</p>
      )}
    </div>
  );
}

interface ControlsProps {
  report: Report | undefined;
  usual: readonly string[];
  answer: CodeMade | null;
  file: CodeMade["files"][number] | undefined;
}

function Controls({ report, usual, answer, file }: ControlsProps) {
  const asked = useStore(wanted, (s) => s);
  const known = useConventions();
  const rows = quantitiesOf(known, report?.kind);
  const short = rows.filter((q) => usual.includes(q.name)).map(shortName);
  const folder = `${report?.name ?? "robot"}-${asked.language}`;
  return (
    <div className="panel-controls" role="toolbar" aria-label="code">
      <label>
        Language{" "}
        <select value={asked.language} onChange={(e) => wanted.set({ language: e.target.value })}>
          {(known?.languages ?? [{ id: "c", title: "C99" }]).map((x) => (
            <option key={x.id} value={x.id}>
              {x.title}
            </option>
          ))}
        </select>
      </label>
      <QuantityPicker quantities={rows} chosen={asked.quantities} choose={(names) => wanted.set({ quantities: names })} usual={`usual: ${short.join(", ")}`} />
      <label>
        Parameters{" "}
        <select value={asked.parameters} onChange={(e) => wanted.set({ parameters: e.target.value as CodeAsked["parameters"] })}>
          {Object.entries(PARAMETERS).map(([id, title]) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <button type="button" disabled={!file} onClick={() => file && void copyText(file.text, file.path)}>
        Copy
      </button>
      <button type="button" disabled={!file} onClick={() => file && download(file.path.split("/").at(-1)!, file.text)}>
        Download file
      </button>
      <button type="button" className="primary" disabled={!answer} onClick={() => answer && download(`${folder}.zip`, zipOf(folder, answer.files), "application/zip")}>
        {backendKind() === "static" ? "Download zip" : "Download zip with tests"}
      </button>
    </div>
  );
}

/** Sizes, the files to choose from, functions with their operations, and what was left out. */
function Facts({ answer, file, choose }: { answer: CodeMade; file: CodeMade["files"][number]; choose: (path: string) => void }) {
  const total = answer.files.reduce((sum, f) => sum + f.size, 0);
  return (
    <div className="code-facts">
      <label>
        File{" "}
        <select value={file.path} onChange={(e) => choose(e.target.value)}>
          {answer.files.map((f) => (
            <option key={f.path} value={f.path}>
              {f.path} ({sizeInWords(f.size)})
            </option>
          ))}
        </select>
      </label>
      <p className="soft" data-testid="code-size">
        {sizeInWords(file.size)}, {linesOf(file.text)} lines; {answer.files.length} files with {sizeInWords(total)}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">function</th>
            <th scope="col">operations</th>
          </tr>
        </thead>
        <tbody>
          {answer.functions.map((f) => (
            <tr key={f.name}>
              <td>{f.name}</td>
              <td title={f.operations}>{f.total}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {answer.left_out.map((x) => (
        <p key={x.name} className="note">
          without {x.name}: {x.why}
        </p>
      ))}
    </div>
  );
}

export default { id: "code", title: "Code", keys: ["Alt+C"], place: "bottom", order: 30, Component: Code } satisfies Panel;
