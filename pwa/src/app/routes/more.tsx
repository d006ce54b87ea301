// The routes below /dashboard that are opened less often. They load separately.
import { lazy, type ReactNode, useEffect } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router'

import { NOT_LOADED } from '../../lib/text/client-errors'
import { openLanding } from '../landing'
import { morePaths } from '../more-paths'
import { paths } from '../paths'
import { AdminOnly } from '../shell/admin-only'

const Chatbot = lazy(() => import('./chatbot'))
const SpamCatcher = lazy(() => import('./spam-catcher'))
const ChatbotManagement = lazy(() => import('./admin/chatbot-management'))
const ChatInterface = lazy(() => import('./admin/chat-interface'))
const ConnectionsScreen = lazy(() => import('./connections'))
const SubscriptionsScreen = lazy(() => import('./subscriptions'))
const ReportsScreen = lazy(() => import('./reports'))
const Sample = lazy(() => import('./home/sample'))
const WebsiteSettings = lazy(() => import('./admin/website-settings'))
const WeeklyMail = lazy(() => import('./admin/weekly-mail'))
const DevDocs = lazy(() => import('./admin/dev-docs'))
const ViewAs = lazy(() => import('./admin/view-as'))

/** A page for admins. Other users do not load its code. */
const adminPage = (page: ReactNode, failed: string) => <AdminOnly failed={failed}>{page}</AdminOnly>

const relativePath = (path: string) => path.slice(paths.dashboard.length + 1)

export default function More() {
  return (
    <Routes>
      <Route path={relativePath(morePaths.chatbot)} element={<Chatbot />} />
      <Route path={relativePath(morePaths.spamCatcher)} element={<SpamCatcher />} />
      <Route
        path={relativePath(morePaths.chatbotManagement)}
        element={adminPage(<ChatbotManagement />, 'Failed to load chatbots')}
      />
      <Route
        path={relativePath(morePaths.chatInterface)}
        element={adminPage(<ChatInterface />, 'Failed to load your chatbots')}
      />
      <Route
        path={relativePath(morePaths.websiteSettings)}
        element={adminPage(<WebsiteSettings />, 'Error loading settings. Please try again later.')}
      />
      <Route
        path={relativePath(morePaths.weeklyMail)}
        element={adminPage(<WeeklyMail />, 'Error loading clients. Please try again later.')}
      />
      <Route path={relativePath(morePaths.formerWeeklyMail)} element={<ToWeeklyMail />} />
      <Route path={relativePath(morePaths.devDocs)} element={adminPage(<DevDocs />, NOT_LOADED)} />
      <Route path={relativePath(paths.connections)} element={<ConnectionsScreen />} />
      <Route path={relativePath(paths.subscriptions)} element={<SubscriptionsScreen />} />
      <Route path={relativePath(paths.reports)} element={<ReportsScreen />} />
      <Route path={relativePath(morePaths.sample)} element={<Sample />} />
      <Route
        path={`${relativePath(morePaths.viewAs)}/:client/*`}
        element={adminPage(<ViewAs />, NOT_LOADED)}
      />
      <Route path="*" element={<UnknownPath />} />
    </Routes>
  )
}

/** Redirects bookmarks of the former path. */
function ToWeeklyMail() {
  return <Navigate to={`${morePaths.weeklyMail}${useLocation().search}`} replace />
}

function UnknownPath() {
  useEffect(openLanding, [])
  return null
}
