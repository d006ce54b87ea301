// Size check of the chosen file before it is sent.
const MAX_FILE_BYTES = 1024 * 1024

export function tooLarge(file: File): string | null {
  return file.size > MAX_FILE_BYTES ? 'The file must be smaller than 1 MB' : null
}
