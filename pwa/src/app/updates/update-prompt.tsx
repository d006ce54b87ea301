// The toast that a newer version is ready. The user starts the update.
import { useEffect, useSyncExternalStore } from 'react'

import { useToasts } from '../../ui/feedback/toast'
import { applyUpdate, update } from './updates'

export default function UpdatePrompt() {
  const toasts = useToasts()
  const { ready } = useSyncExternalStore(
    (notify) => update.subscribe(notify),
    () => update.get(),
  )
  useEffect(() => {
    if (!ready) return
    const id = toasts.show({
      title: 'A new version is ready',
      body: 'Your drafts and waiting messages stay.',
      action: { label: 'Update', run: () => void applyUpdate() },
      sticky: true,
    })
    return () => toasts.dismiss(id)
  }, [ready, toasts])
  return null
}
