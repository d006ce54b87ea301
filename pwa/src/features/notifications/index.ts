// Public interface of notifications: the header's notice button, the settings tab, and the admin's preview of
// a weekly email.
import { lazy } from 'react'

import { afterFirstPaint } from '../../lib/first-paint'

// Lazy, because the app shell imports this file and must not load the code of the panel and the tab.
export const NoticeButton = lazy(afterFirstPaint(() => import('./notices')))
export const NotificationsTab = lazy(() => import('./notifications-tab'))
export const WeeklyMailScreen = lazy(() => import('./weekly-mail-screen'))
