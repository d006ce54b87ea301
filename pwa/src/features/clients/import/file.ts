// Size check of the chosen file before it is sent.
const MAX_FILE_BYTES = 1024 * 1024

/** The text for a file that is too large; null for other files. */
export function sizeProblem(file: File): string | null {
  return file.size > MAX_FILE_BYTES ? 'The file must be smaller than 1 MB' : null
}
