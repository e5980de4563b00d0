import { expect, test } from "vitest";
import { pictureIn } from "./pictures.ts";

const hex = (text: string) => Buffer.from(text.replaceAll(" ", ""), "hex");
const PNG = hex("89504e470d0a1a0a 0000000d 49484452 00002000 00000003 08060000");
const GIF = hex("474946383961 0500 0700 000000");
const JPEG = hex("ffd8 ffe0 0004 0000 ffc0 000b 08 0009 0008 01 00");
const VP8X = hex("52494646 00000000 57454250 56503858 0a000000 00000000 0f0000 1f0000");
const VP8L = hex("52494646 00000000 57454250 5650384c 05000000 2f 03400100");

test.each([
  [PNG, { type: "image/png", width: 8192, height: 3 }],
  [GIF, { type: "image/gif", width: 5, height: 7 }],
  [JPEG, { type: "image/jpeg", width: 8, height: 9 }],
  [VP8X, { type: "image/webp", width: 16, height: 32 }],
  [VP8L, { type: "image/webp", width: 4, height: 6 }],
])("a picture tells its kind and size by its bytes: %#", (bytes, expected) => {
  expect(pictureIn(bytes)).toEqual(expected);
});

test("what is no picture is none, and one that breaks off does no harm", () => {
  expect(pictureIn(Buffer.from("<html>no</html>"))).toBeUndefined();
  expect(pictureIn(Buffer.alloc(0))).toBeUndefined();
  expect(pictureIn(hex("ffd8 ffe0 0000"))).toMatchObject({ type: "image/jpeg", width: undefined });
  expect(pictureIn(hex("ffd8ff"))?.type).toBe("image/jpeg");
});
