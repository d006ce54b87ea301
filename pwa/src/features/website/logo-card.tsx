// The current logo, with buttons to replace or remove it. An invalid picture is rejected before the upload.
import { ImageUp, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'

import { PRODUCT_NAME } from '../../lib/product'
import { Logo } from '../../ui/brand/logo'
import { Alert } from '../../ui/feedback/alert'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { ConfirmButton } from '../../ui/confirm-button'
import { ProgressBar } from '../../ui/feedback/progress-bar'
import { logoProblem, putLogo, REMOVED, UPLOADED } from './mutations'
import { saveSettings, type Settings } from './remote'

type LogoCardProps = {
  settings: Settings
  isOffline: boolean
  /** The lines of the last attempt's error. */
  problem: readonly string[] | null
  /** Called at the start of each attempt. */
  onTry: () => void
  onFailed: (problem: readonly string[]) => void
  onSaved: (settings: Settings, text: string) => void
}

export function LogoCard({ settings, isOffline, problem, onTry, onFailed, onSaved }: LogoCardProps) {
  const picker = useRef<HTMLInputElement>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const upload = async (file: File) => {
    onTry()
    const fileProblem = await logoProblem(file)
    if (fileProblem !== null) {
      onFailed(fileProblem)
      return
    }
    setProgress(0)
    const reply = await putLogo(file, setProgress)
    setProgress(null)
    if ('rejected' in reply) onFailed([reply.rejected])
    else onSaved(reply.value, UPLOADED)
  }
  const remove = async () => {
    onTry()
    const reply = await saveSettings({ logo_url: '' })
    if ('rejected' in reply) onFailed([reply.rejected.message])
    else onSaved(reply.value, REMOVED)
  }
  return (
    <Card title="Name and logo">
      <p className="-mt-1 mb-4 text-sm text-ink-3">
        On your public pages, dashboard and emails. Visitors see a new logo at once.
      </p>
      <div className="flex flex-wrap items-center gap-4">
        <div className="flex h-16 w-44 shrink-0 items-center justify-center rounded-md border border-dashed border-line-strong bg-sunken p-2">
          {settings.logo_url === null ? (
            <span role="img" aria-label="Default logo" className="flex">
              <Logo name={PRODUCT_NAME} />
            </span>
          ) : (
            <img src={settings.logo_url} alt="Logo now" className="max-h-full max-w-full object-contain" />
          )}
        </div>
        <div className="min-w-0 flex-1">
          <p className="text-sm font-medium text-ink-2">Name</p>
          <p className="text-lg font-semibold break-words text-ink">{PRODUCT_NAME}</p>
          <p className="text-sm text-ink-3">Whoever runs your server can change it.</p>
        </div>
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button
          icon={<ImageUp size={16} aria-hidden="true" />}
          busy={progress !== null}
          disabled={isOffline}
          onClick={() => picker.current?.click()}
        >
          {settings.logo_url === null ? 'Upload logo' : 'Replace logo'}
        </Button>
        {settings.logo_url !== null && (
          <ConfirmButton
            tone="danger"
            icon={<Trash2 size={16} aria-hidden="true" />}
            disabled={isOffline}
            of="the logo"
            onConfirm={() => void remove()}
          >
            Remove
          </ConfirmButton>
        )}
        <p className="min-w-36 flex-1 text-sm text-ink-3">
          JPEG, PNG or GIF, at most 5 MB and 800 by 200 pixels.
        </p>
      </div>
      <input
        ref={picker}
        type="file"
        accept=".jpg,.jpeg,.png,.gif,image/jpeg,image/png,image/gif"
        aria-label="Logo file"
        tabIndex={-1}
        aria-hidden="true"
        className="sr-only"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          event.currentTarget.value = ''
          if (file !== undefined) void upload(file)
        }}
      />
      {progress !== null && <ProgressBar label="Upload" percent={Math.round(progress * 100)} />}
      {problem !== null && (
        <Alert className="mt-3">
          {problem.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </Alert>
      )}
    </Card>
  )
}
