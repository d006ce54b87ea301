// The app's routes, guards and lazy screens.
import { lazy, Suspense, useEffect } from 'react'
import { BrowserRouter, Navigate, Route, Routes } from 'react-router'

import { afterFirstPaint } from '../lib/first-paint'
import { lazyComponent } from '../ui/lazy-component'
import { ToastProvider } from '../ui/feedback/toast'
import { ErrorBoundary } from './error-boundary'
import { SignedInOnly, SignedOutOnly, useUserId } from './guards'
import { openLanding } from './landing'
import * as screens from './lazy-screens'
import { LostNote } from './device/lost-data-note'
import { paths } from './paths'

const Shell = lazyComponent(screens.shell, (it) => it.default)
const AuthScreen = lazyComponent(screens.authScreen, (it) => it.default)
const Dashboard = lazyComponent(screens.dashboard, (it) => it.default)
const ConnectScreen = lazyComponent(screens.connectScreen, (it) => it.default)
const GoogleReturn = lazyComponent(screens.googleCallback, (it) => it.default)
const MessagingScreen = lazyComponent(screens.messagingScreen, (it) => it.default)
const UpdatePrompt = lazy(afterFirstPaint(() => import('./updates/update-prompt')))
const More = lazy(() => import('./routes/more'))
const CheckoutFrame = lazyComponent(screens.checkoutFrame, (it) => it.default)
const AddPaymentScreen = lazyComponent(screens.addPaymentScreen, (it) => it.default)
const CheckoutSuccessScreen = lazyComponent(screens.checkoutSuccessScreen, (it) => it.default)
const SettingsScreen = lazyComponent(screens.settingsScreen, (it) => it.default)
const AuthCallback = lazyComponent(screens.authCallback, (it) => it.default)
const NewPassword = lazyComponent(screens.newPassword, (it) => it.default)

export function App() {
  const userId = useUserId()
  return (
    <ErrorBoundary>
      <BrowserRouter>
        <ToastProvider owner={userId}>
          <Suspense>
            {/* With a key, because the toast of an update must stay for the next user. */}
            <UpdatePrompt key={userId} />
          </Suspense>
          <Suspense fallback={null}>
            <Routes>
              <Route
                path={paths.auth}
                element={
                  <SignedOutOnly>
                    {(unsent, needsSecondFactor) => (
                      <AuthScreen
                        needsSecondFactor={needsSecondFactor}
                        unsent={unsent}
                        note={<LostNote className="mb-5" />}
                      />
                    )}
                  </SignedOutOnly>
                }
              />
              <Route path={paths.authCallback} element={<AuthCallback />} />
              <Route path={paths.googleReturn} element={<GoogleReturn />} />
              <Route
                path={paths.newPassword}
                element={<SignedInOnly>{(user) => <NewPassword user={user} />}</SignedInOnly>}
              />
              <Route element={<SignedInOnly>{(user) => <Shell key={user.id} user={user} />}</SignedInOnly>}>
                <Route path={paths.dashboard}>
                  <Route index element={<Dashboard />} />
                  <Route path={paths.messaging} element={<MessagingScreen />} />
                  <Route path="*" element={<More />} />
                  <Route path={`${paths.settings}/*`} element={<SettingsScreen />} />
                </Route>
                <Route path={paths.connectAnalytics} element={<ConnectScreen />} />
              </Route>
              <Route
                element={<SignedInOnly>{(user) => <CheckoutFrame key={user.id} user={user} />}</SignedInOnly>}
              >
                <Route path={paths.addPayment} element={<AddPaymentScreen />} />
                <Route path={paths.checkoutSuccess} element={<CheckoutSuccessScreen />} />
              </Route>
              {/* The landing page's path. The app handles it only offline and without a cached page. */}
              <Route path={paths.home} element={<Navigate to={paths.auth} replace />} />
              <Route path="*" element={<ToLanding />} />
            </Routes>
          </Suspense>
        </ToastProvider>
      </BrowserRouter>
    </ErrorBoundary>
  )
}

function ToLanding() {
  useEffect(openLanding, [])
  return null
}
