// The script of every public page, which is readable without it. Applies the stored theme, and starts the menu and the
// checkout form.
import './site.css'

import { currentTheme, applyTheme } from '../ui/theme/theme'
import { initCheckout } from './pricing/checkout'
import { initMenu } from './frame/menu-focus'

if (currentTheme() !== 'system') applyTheme()
initMenu()
initCheckout((address) => location.assign(address))
