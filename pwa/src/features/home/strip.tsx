// Figures side by side in one frame: two in a row on a phone, four on a desktop.
import type { ReactNode } from 'react'

export function Strip({ children }: { children: ReactNode }) {
  return (
    <div
      style={{ gap: 1 }}
      className="grid grid-cols-2 overflow-hidden rounded-lg border border-line bg-line shadow-1 lg:grid-cols-4"
    >
      {children}
    </div>
  )
}
