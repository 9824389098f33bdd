// Binary replies of the server: a JSON header, then typed arrays (docs/guide/viewer.md).

export type Column = Float32Array | Uint32Array | Uint16Array | Uint8Array;

export interface Binary {
  header: Record<string, unknown>;
  arrays: Map<string, Column>;
}

const kinds = { f32: Float32Array, u32: Uint32Array, u16: Uint16Array, u8: Uint8Array } as const;

interface ArrayInfo {
  name: string;
  type: keyof typeof kinds;
  offset: number;
  count: number;
}

export function decode(bytes: ArrayBuffer): Binary {
  const view = new DataView(bytes);
  if (view.byteLength < 8 || view.getUint32(0, true) !== 0x424c4854) throw new Error('the reply is no drawing');
  const size = view.getUint32(4, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 8, size))) as Record<string, unknown>;
  const arrays = new Map<string, Column>();
  for (const info of header.arrays as ArrayInfo[]) {
    arrays.set(info.name, new kinds[info.type](bytes, 8 + size + info.offset, info.count));
  }
  return { header, arrays };
}

function column<T extends Column>(binary: Binary, name: string, kind: new (length: number) => T): T {
  const found = binary.arrays.get(name);
  if (!(found instanceof kind)) throw new Error(`the reply has no array '${name}'`);
  return found;
}

export const floats = (binary: Binary, name: string) => column(binary, name, Float32Array);
export const words = (binary: Binary, name: string) => column(binary, name, Uint32Array);
export const halves = (binary: Binary, name: string) => column(binary, name, Uint16Array);
export const bytes = (binary: Binary, name: string) => column(binary, name, Uint8Array);
