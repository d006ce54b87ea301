// The hint at the end of an open report to install the app, until the app is installed or the hint is dismissed.
import { X } from 'lucide-react'
import { useRef, useSyncExternalStore } from 'react'

import { useDismissed } from '../../live/dismissed'
import { useLive } from '../../live/live'
import { IconButton } from '../../ui/button'
import { useMedia } from '../../ui/hooks/use-media'
import { install } from './install'
import InstallButton from './install-button'

export default function InstallHint() {
  const { isShared } = useLive()
  const isInstalled = useMedia('(display-mode: standalone)')
  const { how } = useSyncExternalStore(
    (notify) => install.subscribe(notify),
    () => install.get(),
  )
  const section = useRef<HTMLElement>(null)
  const { isDismissed, dismiss } = useDismissed('install', 'hint')
  if (isShared || isInstalled || how === 'no' || isDismissed !== false) return null
  // The pressed button disappears, so the focus moves to the heading of the report above.
  const close = () => {
    const heading = section.current?.closest('article')?.querySelector('h2')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
    dismiss()
  }
  return (
    <section
      ref={section}
      aria-label="Install the app"
      className="flex items-center gap-2 rounded-md border border-line bg-sunken py-2 pr-2 pl-4"
    >
      <p className="min-w-0 flex-1 text-sm text-ink-2">Your week is one tap away, even offline.</p>
      <InstallButton how={how} />
      <IconButton label="Dismiss" size="sm" onClick={close}>
        <X size={16} aria-hidden="true" />
      </IconButton>
    </section>
  )
}
