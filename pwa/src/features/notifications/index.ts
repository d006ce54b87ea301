// The front door of notifications: the bell of the header, the tab of the settings, and the provider's look at a weekly mail.
import { lazy } from 'react'

import { afterPicture } from '../../lib/first-paint'

// The shell asks here: what the bell and the tab need comes with them.
export const NoticeBell = lazy(afterPicture(() => import('./notice-bell')))
export const NotificationsTab = lazy(() => import('./notifications-tab'))
export const WeeklyMailScreen = lazy(() => import('./weekly-mail-screen'))
