// The front door of notifications: the bell of the header, and the tab of the settings.
import { lazy } from 'react'

// The shell asks here: what the bell and the tab need comes with them.
export const NoticeBell = lazy(() => import('./notice-bell'))
export const NotificationsTab = lazy(() => import('./notifications-tab'))
