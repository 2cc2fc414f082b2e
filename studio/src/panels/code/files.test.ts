import { unzipSync, strFromU8 } from "fflate";
import { expect, test } from "vitest";
import { mainFile, zipOf } from "./files";

const file = (path: string, size: number) => ({ path, size, text: "x".repeat(size) });

test("the file with the functions is shown first, however long the tests are", () => {
  expect(mainFile([file("Makefile", 10), file("arm.c", 50), file("test_arm.c", 90), file("README.md", 99)])?.path).toBe("arm.c");
  expect(mainFile([file("package.json", 10), file("arm.d.ts", 80), file("arm.js", 50), file("test.mjs", 90)])?.path).toBe("arm.js");
  expect(mainFile([file("src/lib.rs", 30), file("tests/laws.rs", 90), file("Cargo.toml", 91)])?.path).toBe("src/lib.rs");
  expect(mainFile([])).toBeUndefined();
});

test("a zip has all files in one folder, and the same bytes each time", () => {
  const files = [file("Makefile", 10), file("src/arm.c", 50)];
  const found = unzipSync(zipOf("arm-c", files));
  expect(Object.keys(found).sort()).toEqual(["arm-c/Makefile", "arm-c/src/arm.c"]);
  expect(strFromU8(found["arm-c/src/arm.c"]!)).toBe("x".repeat(50));
  expect(zipOf("arm-c", files)).toEqual(zipOf("arm-c", files));
});
