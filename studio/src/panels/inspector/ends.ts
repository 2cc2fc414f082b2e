/** The end of a loop: a frame by name, or a place on a body. */
import { at, isMap, type JsonMap, mapAt, put } from "@/document/data";
import { type Change, nameOf, type Place } from "./row";

/** Written as a name, a place becomes a frame of its own, so that nothing is lost; a name becomes the place that it stands for. */
export function endAs(x: Place, side: string, form: string): Change {
  const now = x.map[side];
  const path = [...x.base, side];
  if (form === "place") return { patches: [put(x.data, path, placeOfName(x.data, typeof now === "string" ? now : "world"))] };
  if (!isMap(now)) return { patches: [] };
  const frames = mapAt(x.data, ["frames"]);
  const body = typeof now.body === "string" ? now.body : "world";
  if (Object.keys(now).length <= 1) return { patches: [put(x.data, path, body)] };
  let name = `${nameOf(x.part)}_${side}`;
  for (let k = 2; name in frames; k++) name = `${nameOf(x.part)}_${side}${k}`;
  return { patches: [put(x.data, ["frames", name], now), put(x.data, path, name)], said: `the place is now the frame ${name}` };
}

function placeOfName(data: JsonMap, name: string): JsonMap {
  const frame = at(data, ["frames", name]);
  if (isMap(frame)) return frame;
  const child = at(data, ["joints", name, "child"]);
  return { body: typeof child === "string" && at(data, ["bodies", name]) === undefined ? child : name };
}
