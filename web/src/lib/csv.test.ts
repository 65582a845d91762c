/** CSV files and address parameters have the right format. */
import { expect, test } from "vitest";
import { csvOf, rowCount } from "./csv";
import { textsOf } from "./search";

test("commas, quotes and line breaks are quoted", () => {
  expect(
    csvOf(
      ["a", "b"],
      [
        ["x,y", 'say "hi"'],
        ["1\n2", "-5"],
      ],
    ),
  ).toBe('a,b\r\n"x,y","say ""hi"""\r\n"1\n2",-5\r\n');
});

test("no foreign text becomes a formula in a spreadsheet", () => {
  expect(csvOf(["n"], [["=1+1"], ["@x"], ["-cmd"], ["+1"]])).toBe(
    "n\r\n'=1+1\r\n'@x\r\n'-cmd\r\n'+1\r\n",
  );
});

test.each([
  " =1+1",
  "\t=1+1",
  "\n=1+1",
  "\u00a0=1+1",
  "\u3000=1+1",
  "\u200b=1+1",
  "\u200e=1+1",
  "\u2060\u00ad=1+1",
  "\ufeff=1+1",
  "\uff1d1+1",
  "\uff0b1",
  "\uff0dcmd",
  "\uff20x",
  "\ufe63cmd",
  "\u2212cmd",
  " -5",
])("the formula %j becomes a text", (value) => {
  const [, row = ""] = csvOf(["n"], [[value]]).split(/^n\r\n/);
  expect(row.replace(/^"/, "").startsWith(`'${value}`)).toBe(true);
});

test.each(["Jörg Müller", "-5", "-0.05", "1240", "a=b", "", " a", "王小明"])(
  "the text %j stays as it is",
  (value) => expect(csvOf(["n"], [[value]])).toBe(`n\r\n${value}\r\n`),
);

test("an address has only the known parameters", () => {
  const read = textsOf("cursor", "email");
  expect(read({ cursor: "abc", email: "", other: "x" })).toEqual({ cursor: "abc" });
  expect(read({ cursor: 12, email: { a: 1 } })).toEqual({ cursor: "12" });
});

test("rows are counted below the heading, with line breaks inside them", () => {
  expect(rowCount("")).toBe(0);
  expect(rowCount("id,at\r\n")).toBe(0);
  expect(rowCount(csvOf(["a"], [["x"], ['two "lines"\r\n'], ['""']]))).toBe(3);
});
