// The three setup steps of a new client. They are shown until the website is scanned and Google Analytics is
// connected.
import { lazy, Suspense, useSyncExternalStore } from 'react'

import { ConnectLink, useSources } from '../../../features/analytics'
import type { SetupStep } from '../../../features/home'
import { OnboardingButton, useWebsiteStatus, WEBSITE_TEXTS } from '../../../features/performance'
import { useDismissed } from '../../../live/dismissed'
import { useLive } from '../../../live/live'
import { useMedia } from '../../../ui/hooks/use-media'
import { install } from '../../install/install'
import { paths } from '../../paths'

const InstallButton = lazy(() => import('../../install/install-button'))

type Setup = { isShown: false } | { isShown: true; steps: SetupStep[]; hide: () => void }

export function useSetup(): Setup {
  const { isShared } = useLive()
  const website = useWebsiteStatus()
  const sources = useSources()
  const appStep = useAppStep()
  const { isDismissed, dismiss } = useDismissed('setup', 'done')
  if (isShared || isDismissed !== false || !('client' in website) || sources.is !== 'ready')
    return { isShown: false }
  const isScanned = website.is === 'scored'
  const { hasProperty, isOffered } = sources
  if (isScanned && (hasProperty || isOffered === false)) return { isShown: false }
  const scan: SetupStep = {
    title: 'Website scanned',
    isDone: isScanned,
    ...(website.is === 'not-onboarded'
      ? { text: WEBSITE_TEXTS.onboard, action: <OnboardingButton /> }
      : { text: website.running === null ? WEBSITE_TEXTS.first : WEBSITE_TEXTS.scanning }),
  }
  const analytics: SetupStep = {
    title: 'Google Analytics',
    isDone: hasProperty,
    text: 'See who visits your website, and how they find it.',
    action: (
      // Only one button is primary: that of the first open step.
      <ConnectLink to={paths.connectAnalytics} tone={website.is === 'not-onboarded' ? 'bordered' : 'primary'}>
        Connect Google Analytics
      </ConnectLink>
    ),
  }
  return {
    isShown: true,
    steps: isOffered === false ? [scan, appStep] : [scan, analytics, appStep],
    hide: dismiss,
  }
}

function useAppStep(): SetupStep {
  const isInstalled = useMedia('(display-mode: standalone)')
  const isTouch = useMedia('(pointer: coarse)')
  const { how } = useSyncExternalStore(
    (notify) => install.subscribe(notify),
    () => install.get(),
  )
  const step = { title: 'App on your phone', isDone: isInstalled }
  if (how === 'no')
    return {
      ...step,
      text: isTouch
        ? 'Add this page to your home screen, in the menu of your browser.'
        : 'Open this page on your phone and add it to the home screen.',
    }
  return {
    ...step,
    text: 'Your week is one tap away, even offline.',
    action: (
      <Suspense fallback={null}>
        <InstallButton how={how} />
      </Suspense>
    ),
  }
}
