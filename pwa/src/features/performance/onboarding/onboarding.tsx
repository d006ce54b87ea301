// The onboarding dialog, whose code loads when it first opens.
import { type ComponentProps, lazy, Suspense } from 'react'

import type { OnboardingDialog } from './dialog'

const Dialog = lazy(async () => ({ default: (await import('./dialog')).OnboardingDialog }))

export function Onboarding(props: ComponentProps<typeof OnboardingDialog>) {
  return (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  )
}
