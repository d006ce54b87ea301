// Profile of an admin: the picture that clients see, the name beside it, and the email address.
import { ImageUp, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'

import { useSyncStatus } from '../../../live/live'
import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import { Face, setFace, useFace } from '../../../ui/face'
import { Section } from '../../../ui/layout/section'
import { useToasts } from '../../../ui/feedback/toast'
import { useOnline } from '../../../ui/hooks/use-online'
import { AccountSection } from './account-section'
import { NOT_SAVED, savePortrait, TYPES } from './portrait'
import { setPortrait } from './remote'

export function PortraitTab() {
  const { name } = useSyncStatus()
  const toasts = useToasts()
  const isOnline = useOnline(() => undefined)
  const picker = useRef<HTMLInputElement>(null)
  const [state, setState] = useState<{ busy: 'save' | 'remove' | null; problem: string | null }>(IDLE)
  const own = name ?? ''
  const hasPicture = useFace(own) !== ''

  const save = async (file: File) => {
    setState({ busy: 'save', problem: null })
    const saved = await savePortrait(file)
    setState(saved.is === 'failed' ? { busy: null, problem: saved.message } : IDLE)
    if (saved.is === 'failed') return
    setFace(own, URL.createObjectURL(saved.picture))
    toasts.show({ tone: 'success', title: 'Picture updated' })
  }
  const remove = async () => {
    setState({ busy: 'remove', problem: null })
    const isRemoved = await setPortrait('')
    setState({ busy: null, problem: isRemoved ? null : NOT_SAVED })
    if (!isRemoved) return
    setFace(own, null)
    toasts.show({ tone: 'success', title: 'Picture removed' })
  }

  return (
    <div className="flex flex-col gap-5">
      <Section title="Your picture" lead="Clients see it beside your messages and reports.">
        <div className="flex flex-wrap items-center gap-4 border-t border-line p-4 sm:p-5">
          <Face name={own} size="xl" />
          <div className="min-w-0 flex-1 basis-40">
            <p className="truncate text-base font-medium text-ink">{own}</p>
            <p className="text-sm text-ink-3">JPEG, PNG or WebP. We use the middle square.</p>
          </div>
          <div className="flex flex-wrap gap-2">
            <Button
              icon={<ImageUp size={16} aria-hidden="true" />}
              busy={state.busy === 'save'}
              disabled={!isOnline}
              onClick={() => picker.current?.click()}
            >
              {hasPicture ? 'Change picture' : 'Upload picture'}
            </Button>
            {hasPicture && (
              <Button
                tone="danger"
                icon={<Trash2 size={16} aria-hidden="true" />}
                busy={state.busy === 'remove'}
                disabled={!isOnline}
                onClick={() => void remove()}
              >
                Remove
              </Button>
            )}
          </div>
          <input
            ref={picker}
            type="file"
            accept={TYPES.join()}
            aria-label="Picture file"
            tabIndex={-1}
            aria-hidden="true"
            className="sr-only"
            onChange={(event) => {
              const file = event.currentTarget.files?.[0]
              event.currentTarget.value = ''
              if (file !== undefined) void save(file)
            }}
          />
          {state.problem !== null && <Alert className="w-full">{state.problem}</Alert>}
          {!isOnline && (
            <p className="w-full text-sm text-ink-3">Changing your picture needs a connection.</p>
          )}
        </div>
      </Section>
      <AccountSection />
    </div>
  )
}

const IDLE = { busy: null, problem: null }
