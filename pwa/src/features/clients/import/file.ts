// Size check of the chosen file before it is sent.
const MOST_BYTES = 1024 * 1024

export function tooLarge(file: File): string | null {
  return file.size > MOST_BYTES ? 'The file must be smaller than 1 MB' : null
}
