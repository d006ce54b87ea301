// Onboarding where it is asked for; the code of its dialog comes with the first question.
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
