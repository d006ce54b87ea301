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
const admins = (page: ReactNode, failed: string) => <AdminOnly failed={failed}>{page}</AdminOnly>

const below = (path: string) => path.slice(paths.dashboard.length + 1)

export default function More() {
  return (
    <Routes>
      <Route path={below(morePaths.chatbot)} element={<Chatbot />} />
      <Route path={below(morePaths.spamCatcher)} element={<SpamCatcher />} />
      <Route
        path={below(morePaths.chatbotManagement)}
        element={admins(<ChatbotManagement />, 'Failed to load chatbots')}
      />
      <Route
        path={below(morePaths.chatInterface)}
        element={admins(<ChatInterface />, 'Failed to load your chatbots')}
      />
      <Route
        path={below(morePaths.websiteSettings)}
        element={admins(<WebsiteSettings />, 'Error loading settings. Please try again later.')}
      />
      <Route
        path={below(morePaths.weeklyMail)}
        element={admins(<WeeklyMail />, 'Error loading clients. Please try again later.')}
      />
      <Route path={below(morePaths.formerWeeklyMail)} element={<ToWeeklyMail />} />
      <Route path={below(morePaths.devDocs)} element={admins(<DevDocs />, NOT_LOADED)} />
      <Route path={below(paths.connections)} element={<ConnectionsScreen />} />
      <Route path={below(paths.subscriptions)} element={<SubscriptionsScreen />} />
      <Route path={below(paths.reports)} element={<ReportsScreen />} />
      <Route path={below(morePaths.sample)} element={<Sample />} />
      <Route path={`${below(morePaths.viewAs)}/:client/*`} element={admins(<ViewAs />, NOT_LOADED)} />
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
