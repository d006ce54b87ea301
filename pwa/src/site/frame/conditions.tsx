// Parts of a built page that depend on the server's settings, as Django template syntax.
import type { ReactNode } from 'react'

import { SELLING } from './placeholders'

/** Renders `then` if the provider has uploaded a logo, else `otherwise`. */
export function IfLogo({ then, otherwise }: { then: ReactNode; otherwise: ReactNode }) {
  return (
    <>
      {'{% if logo_url %}'}
      {then}
      {'{% else %}'}
      {otherwise}
      {'{% endif %}'}
    </>
  )
}

/** Renders `then` if payments are set up, so that visitors can buy the plan online, else `otherwise`. */
export function IfSelling({ then, otherwise }: { then: ReactNode; otherwise?: ReactNode }) {
  return (
    <>
      {SELLING.if}
      {then}
      {otherwise !== undefined && SELLING.else}
      {otherwise}
      {SELLING.end}
    </>
  )
}
