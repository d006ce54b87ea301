// The chosen file as it travels.
const MOST_BYTES = 1024 * 1024

export function tooLarge(file: File): string | null {
  return file.size > MOST_BYTES ? 'The file must be smaller than 1 MB' : null
}

/** In base64. */
export async function readFile(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  // A call takes only so many arguments.
  for (let start = 0; start < bytes.length; start += 8192) text += String.fromCharCode(...bytes.subarray(start, start + 8192))
  return btoa(text)
}
