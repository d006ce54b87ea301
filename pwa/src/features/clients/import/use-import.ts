// State of an import of clients: the chosen file, its dry run, and the import of the valid rows.
import { useState } from 'react'

import { toBase64 } from '../../../lib/base64'
import { type Submit, useSubmit } from '../../../ui/form/use-submit'
import { importClients, type Sheet } from '../remote'
import { sizeProblem } from './file'

interface ImportResult {
  file: string
  sheet: Sheet
  /** Whether the valid rows have been imported. */
  isImported: boolean
}

interface ClientImport {
  chosen: File | null
  choose: (file: File | null) => void
  /** The result of the dry run, later of the import; null before. */
  result: ImportResult | null
  dryRun: Submit
  real: Submit
  check: () => void
}

/** `onImported` gets the number of new clients if no row was invalid. Otherwise the invalid rows stay listed. */
export function useImport(onImported: (created: number) => void): ClientImport {
  const [result, setResult] = useState<ImportResult | null>(null)
  const [chosen, setChosen] = useState<File | null>(null)
  const dryRun = useSubmit(async () => {
    setResult(null)
    if (chosen === null) return { message: 'Please choose a file' }
    const problem = sizeProblem(chosen)
    if (problem !== null) return { message: problem }
    const file = await toBase64(chosen)
    const reply = await importClients(file, true)
    if ('rejected' in reply) return { message: reply.rejected.message }
    setResult({ file, sheet: reply.value, isImported: false })
    return null
  })
  const real = useSubmit(async () => {
    if (result === null) return null
    const reply = await importClients(result.file, false)
    if ('rejected' in reply) return { message: reply.rejected.message }
    if (reply.value.problems.length > 0) setResult({ ...result, sheet: reply.value, isImported: true })
    else onImported(reply.value.created)
    return null
  })
  const check = () => {
    real.forget()
    dryRun.submit()
  }
  const choose = (file: File | null) => {
    setChosen(file)
    setResult(null)
    dryRun.forget()
    real.forget()
  }
  return { chosen, choose, result, dryRun, real, check }
}
