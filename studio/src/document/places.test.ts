import { expect, test } from "vitest";
import { placeInSentence, placeOf } from "./places";
import { read } from "./text";

const TEXT = `linkwright: 1
parameters: {L: 1}
joints:
  a: {type: revolute, child: b, damper: 2*}
  c:
    type: revolute
    child: d
bodies:
  b: {mass: X, com: [0, Y, 0]}
close:
  tip: {kind: pin, first: {body: b, xyz: [Z, 0, 0]}, second: world}
`;
const found = read(TEXT);
const data = found.ok ? found.data : {};

test("sentences of the reader name places", () => {
  expect(placeInSentence("mass of body 'b': unknown name 'X', column 1 of 'X'", data)).toEqual(["bodies", "b", "mass"]);
  expect(placeInSentence("entry 2 of com of body 'b': unknown name 'Y'", data)).toEqual(["bodies", "b", "com", 1]);
  expect(placeInSentence("stiffness of elastic of joint 'a': no", data)).toEqual(["joints", "a", "elastic", "stiffness"]);
  expect(placeInSentence("entry 1 of xyz of first of loop 'tip': unknown name 'Z'", data)).toEqual(["close", "tip", "first", "xyz", 0]);
  expect(placeInSentence("'first' of loop 'tip' is missing", data)).toEqual(["close", "tip", "first"]);
  expect(placeInSentence("joint 'a' is both actuated and passive", data)).toEqual(["joints", "a"]);
  expect(placeInSentence("joint 'unknown' is fixed", data)).toBeNull();
  expect(placeInSentence("the file has no mechanism", data)).toBeNull();
});

test("a line with several keys tells the part, a line of its own tells the key", () => {
  expect(placeOf({ what: "something", line: 9 }, data, TEXT)).toEqual(["bodies", "b"]);
  expect(placeOf({ what: "something", line: 6 }, data, TEXT)).toEqual(["joints", "c", "type"]);
  expect(placeOf({ what: "something", line: null }, data, TEXT)).toBeNull();
});
