// shared/pictures · what a picture is by its own bytes, whatever somebody says about it.

export type PictureType = "image/png" | "image/jpeg" | "image/gif" | "image/webp";

/** Width and height are undefined where they cannot be found. */
export interface Picture {
  type: PictureType;
  width: number | undefined;
  height: number | undefined;
}

/** How each kind begins, byte for byte as Latin-1. */
const BEGINNINGS: [PictureType, RegExp][] = [
  ["image/png", /^\x89PNG\r\n\x1a\n.{4}IHDR/s],
  ["image/jpeg", /^\xff\xd8\xff/],
  ["image/gif", /^GIF8[79]a/],
  ["image/webp", /^RIFF.{4}WEBP/s],
];

/** The kind and the size of a picture; undefined when the bytes are none. It is not decoded as a whole. */
export function pictureIn(bytes: Buffer): Picture | undefined {
  const beginning = bytes.toString("latin1", 0, 30);
  const [type] = BEGINNINGS.find(([, form]) => form.test(beginning)) ?? [];
  if (type === undefined) return undefined;
  const [width, height] = SIZES[type](Buffer.concat([bytes, Buffer.alloc(30)])); // a short one reads as zeros
  return { type, width, height };
}

const SIZES: Record<PictureType, (bytes: Buffer) => number[]> = {
  "image/png": (bytes) => [bytes.readUInt32BE(16), bytes.readUInt32BE(20)],
  "image/gif": (bytes) => [bytes.readUInt16LE(6), bytes.readUInt16LE(8)],
  "image/jpeg": sizeOfJpeg,
  "image/webp": sizeOfWebp,
};

/** A JPEG is a list of segments: a mark, a length, content. Those from C0 to CF tell the size, except three. */
function sizeOfJpeg(bytes: Buffer): number[] {
  for (
    let at = 2;
    at + 9 < bytes.length && bytes[at] === 0xff;
    at += 2 + bytes.readUInt16BE(at + 2)
  ) {
    const mark = bytes[at + 1] ?? 0;
    if (mark >= 0xc0 && mark <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(mark))
      return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
  }
  return [];
}

function sizeOfWebp(bytes: Buffer): number[] {
  const kind = bytes.toString("latin1", 12, 16);
  if (kind === "VP8X") return [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1];
  if (kind === "VP8 ") return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff];
  if (kind !== "VP8L") return [];
  const bits = bytes.readUInt32LE(21);
  return [(bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1];
}
