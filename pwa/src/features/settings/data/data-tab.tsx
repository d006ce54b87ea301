// The data settings tab: export everything as a file, and erase the account.
import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'

import { useSyncStatus } from '../../../live/live'
import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import { Section } from '../../../ui/layout/section'
import { useOnline } from '../../../ui/hooks/use-online'
import { createExport } from '../remote'
import { EraseDialog } from './erase-dialog'

export function DataTab() {
  const isOnline = useOnline(() => undefined)
  return (
    <div className="flex flex-col">
      <ExportSection isOnline={isOnline} />
      {/* Apart from the download, so that a thumb does not hit it by mistake. */}
      <div style={{ marginTop: '4rem' }}>
        <EraseSection isOnline={isOnline} />
      </div>
    </div>
  )
}

function ExportSection({ isOnline }: { isOnline: boolean }) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const download = async () => {
    setBusy(true)
    setProblem(null)
    const reply = await createExport()
    setBusy(false)
    setProblem('authError' in reply ? reply.authError.message : null)
    if ('authError' in reply) return
    const link = document.createElement('a')
    link.href = reply.value.address
    link.download = ''
    link.click()
  }
  return (
    <Section
      title="A copy of your data"
      lead="Everything we store about you, in one ZIP file: messages and files, reports, scores, figures, and how you sign in."
      action={
        <Button
          className="max-sm:w-full"
          busy={busy}
          disabled={!isOnline}
          icon={<Download size={17} aria-hidden="true" />}
          onClick={() => void download()}
        >
          Download
        </Button>
      }
    >
      {(problem !== null || !isOnline) && (
        <div className="px-4 pb-4 sm:px-5">
          {problem !== null && <Alert>{problem}</Alert>}
          {!isOnline && <p className="text-sm text-ink-3">Your data can be fetched when you are online.</p>}
        </div>
      )}
    </Section>
  )
}

function EraseSection({ isOnline }: { isOnline: boolean }) {
  const { role } = useSyncStatus()
  const [open, setOpen] = useState(false)
  if (role === null) return null
  return (
    <Section
      title="Erase your account"
      lead={
        role === 'admin'
          ? 'Administrators cannot erase their own account. Please ask your server admin.'
          : 'Your messages, files, reports and figures are removed for good, a paid subscription ends, and you can no longer sign in.'
      }
      action={
        role === 'client' && (
          <Button
            tone="danger"
            disabled={!isOnline}
            icon={<Trash2 size={17} aria-hidden="true" />}
            onClick={() => setOpen(true)}
          >
            Erase everything
          </Button>
        )
      }
    >
      {role === 'client' && !isOnline && (
        <p className="px-4 pb-4 text-sm text-ink-3 sm:px-5">Erasing needs a connection.</p>
      )}
      <EraseDialog open={open} onClose={() => setOpen(false)} />
    </Section>
  )
}
