// The "Copy diagnostics" button. If the browser forbids copying, it shows the text to copy by hand.
import { useState } from 'react'

import { useLive } from '../../live/live'
import { Button } from '../../ui/button'
import { useToasts } from '../../ui/feedback/toast'
import { diagnosticsOf } from './diagnostics'

export function CopyDiagnostics() {
  const live = useLive()
  const toasts = useToasts()
  const [textToCopy, setTextToCopy] = useState<string | null>(null)

  async function copy(): Promise<void> {
    const text = await diagnosticsOf(live)
    try {
      await navigator.clipboard.writeText(text)
      toasts.show({ tone: 'success', title: 'Diagnostics copied', body: 'They contain no messages.' })
    } catch {
      setTextToCopy(text)
    }
  }

  return (
    <div className="border-t border-line px-4 py-2.5">
      <Button size="sm" tone="borderless" className="-ml-2.5" onClick={() => void copy()}>
        Copy diagnostics
      </Button>
      {textToCopy !== null && (
        <textarea
          readOnly
          autoFocus
          aria-label="Diagnostics"
          value={textToCopy}
          rows={8}
          onFocus={(event) => event.currentTarget.select()}
          className="mt-2 w-full rounded-md border border-line bg-surface p-2 font-mono text-xs text-ink-2"
        />
      )}
    </div>
  )
}
