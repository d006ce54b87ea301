// Recovery codes: created when the user confirms, and shown only once.
import { Download, Printer } from 'lucide-react'
import { useState } from 'react'

import { PRODUCT_NAME } from '../../../lib/product'
import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import { CopyButton } from '../../../ui/copy-button'
import { Dialog } from '../../../ui/overlay/dialog'
import { useSubmit } from '../../../ui/form/use-submit'
import { createCodes } from '../remote'

type NewCodesProps = {
  /** Whether there are, or may be, old codes, which stop working. */
  replaces: boolean
  onClose: () => void
  onCreated: () => Promise<void>
}

export function NewCodes({ replaces, onClose, onCreated }: NewCodesProps) {
  const [codes, setCodes] = useState<string[] | null>(null)
  const [isReplacing] = useState(replaces)
  const creation = useSubmit(async () => {
    const created = await createCodes()
    if ('authError' in created) return created.authError
    setCodes(created.value)
    await onCreated()
    return null
  })
  if (codes !== null) return <CodesDialog codes={codes} onClose={onClose} />
  return (
    <Dialog
      open
      onClose={onClose}
      title={isReplacing ? 'Make new recovery codes?' : 'Make recovery codes'}
      description={
        isReplacing
          ? 'Your current codes will stop working.'
          : 'Ten one-time codes for when you don’t have your phone. Each lets you in once.'
      }
      actions={
        <>
          <Button onClick={onClose}>{isReplacing ? 'Cancel' : 'Later'}</Button>
          <Button tone="primary" busy={creation.busy} onClick={() => creation.submit()}>
            {isReplacing ? 'Make new codes' : 'Make codes'}
          </Button>
        </>
      }
    >
      {creation.message !== null && <Alert>{creation.message}</Alert>}
    </Dialog>
  )
}

function CodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const text = `${codes.join('\n')}\n`
  return (
    <Dialog
      open
      onClose={onClose}
      title="Your recovery codes"
      description="Keep them where you keep your passwords. They are not shown again, and each works once."
      actions={
        <Button tone="primary" onClick={onClose}>
          I’ve saved them
        </Button>
      }
    >
      <div data-print>
        <p className="hidden text-lg font-semibold print:block">Recovery codes for {PRODUCT_NAME}</p>
        <ul
          aria-label="Recovery codes"
          className="grid grid-cols-1 gap-x-6 gap-y-1.5 rounded-md border border-line bg-sunken px-4 py-3 min-[22.5rem]:grid-cols-2"
        >
          {codes.map((code) => (
            <li key={code} className="tabular font-mono text-sm text-ink select-all">
              {code}
            </li>
          ))}
        </ul>
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <CopyButton size="sm" text={text} label="Copy" />
        <Button size="sm" icon={<Download size={16} aria-hidden="true" />} onClick={() => download(text)}>
          Download
        </Button>
        <Button size="sm" icon={<Printer size={16} aria-hidden="true" />} onClick={() => window.print()}>
          Print
        </Button>
      </div>
    </Dialog>
  )
}

function download(text: string): void {
  const address = URL.createObjectURL(
    new Blob([`Recovery codes for ${PRODUCT_NAME}\n\n${text}`], { type: 'text/plain' }),
  )
  const link = document.createElement('a')
  link.href = address
  link.download = `${PRODUCT_NAME.toLowerCase().replace(/\W+/g, '-')}-recovery-codes.txt`
  link.click()
  // Some browsers read the file after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
