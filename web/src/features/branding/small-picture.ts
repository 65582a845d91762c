/** Converts any picture to a small PNG for the sign-in pages; redrawing removes all metadata. */

/** Four pixels for each visible one, and less if the file is too large. */
const sides = [176, 132, 88, 64, 44];
const longest = 16 * 1024;

/** Returns a `data:` address; null if the browser cannot decode the file. */
export async function smallPicture(file: Blob): Promise<string | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (picture === null) return null;
  for (const side of sides) {
    const drawn = await drawnWithin(picture, side);
    if (drawn.size <= longest) return dataAddress(drawn);
  }
  return null;
}

function drawnWithin(picture: ImageBitmap, side: number): Promise<Blob> {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height));
  const [width, height] = [picture.width, picture.height].map((length) =>
    Math.max(1, Math.round(length * scale)),
  ) as [number, number];
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("the browser draws nothing");
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, width, height);
  return canvas.convertToBlob({ type: "image/png" });
}

async function dataAddress(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return `data:image/png;base64,${btoa(String.fromCharCode(...bytes))}`;
}
