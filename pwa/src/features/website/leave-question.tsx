// Asks before the admin leaves Website Settings with unsaved changes by a link, or closes the tab.
import { useEffect, useRef, useState } from 'react'

import { countedText } from '../../lib/text/numbers'
import { Button } from '../../ui/button'
import { hasModifier } from '../../ui/hooks/has-modifier'
import { Dialog } from '../../ui/overlay/dialog'

/** `count` is the number of unsaved changes. */
export function LeaveQuestion({ count }: { count: number }) {
  const [link, setLink] = useState<HTMLAnchorElement | null>(null)
  const isConfirmed = useRef(false)
  const hasChanges = count > 0
  useEffect(() => {
    if (!hasChanges) return
    const onLink = (event: MouseEvent) => {
      const target = event.target instanceof Element ? event.target.closest('a') : null
      if (target === null || isConfirmed.current || !leavesPage(target) || hasModifier(event)) return
      event.preventDefault()
      event.stopPropagation()
      setLink(target)
    }
    const onClosing = (event: BeforeUnloadEvent) => event.preventDefault()
    document.addEventListener('click', onLink, true)
    window.addEventListener('beforeunload', onClosing)
    return () => {
      document.removeEventListener('click', onLink, true)
      window.removeEventListener('beforeunload', onClosing)
    }
  }, [hasChanges])
  const stay = () => setLink(null)
  const leave = () => {
    isConfirmed.current = true
    link?.click()
  }
  return (
    <Dialog
      open={link !== null}
      onClose={stay}
      kind="alert"
      title={`Leave with ${countedText(count, 'unsaved change')}?`}
      description="Visitors do not see them yet. They stay in this form until you save or discard them."
      actions={
        <>
          <Button onClick={stay}>Stay</Button>
          <Button tone="primary" onClick={leave}>
            Leave
          </Button>
        </>
      }
    />
  )
}

/** Whether the link opens another page in this tab. */
function leavesPage({ target, pathname }: HTMLAnchorElement): boolean {
  return target !== '_blank' && pathname !== location.pathname
}
