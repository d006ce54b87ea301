// The admins' button and shortcut for the command palette. The palette loads in the background, some time
// after the start.
import { Search } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'

import { lazyModule } from '../../../lib/lazy-module'
import { useShortcut } from '../../../ui/hooks/use-shortcut'
import { Keys } from '../../../ui/keys'
import { lazyComponent } from '../../../ui/lazy-component'
import { keysOf } from '../../../ui/shortcuts'

const palette = lazyModule(() => import('./palette'))
const Palette = lazyComponent(palette, (it) => it.default)
const LOADS_AFTER_MS = 2_000

export default function PaletteButton() {
  const [isOpen, setOpen] = useState(false)
  useShortcut('palette', () => setOpen(true))
  useEffect(() => {
    // The palette itself reports a failure when it opens.
    const timer = setTimeout(() => void palette.load().catch(() => undefined), LOADS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K"
        onClick={() => setOpen(true)}
        className="flex h-control items-center gap-2 rounded-md border border-line bg-sunken pr-2 pl-2.5 text-sm text-ink-3 transition-colors duration-150 hover:border-line-strong hover:text-ink max-md:hidden"
      >
        <Search size={15} aria-hidden="true" />
        <span className="pr-6">Search…</span>
        <span aria-hidden="true" className="inline-flex">
          <Keys keys={keysOf('palette')} />
        </span>
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <Palette onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
