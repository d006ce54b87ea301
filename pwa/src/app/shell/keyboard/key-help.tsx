// Opens the list of keyboard shortcuts with the key `?`, unless the user is typing.
import { lazy, Suspense, useState } from 'react'

import { useShortcut } from '../../../ui/hooks/use-shortcut'

const KeySheet = lazy(() => import('./key-sheet'))

export default function KeyHelp() {
  const [isOpen, setOpen] = useState(false)
  useShortcut('help', () => setOpen(true))
  return isOpen ? (
    <Suspense fallback={null}>
      <KeySheet onClose={() => setOpen(false)} />
    </Suspense>
  ) : null
}
