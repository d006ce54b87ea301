// The script of every public page. Pages are readable without it, and it changes nothing before a user
// action.
import './site.css'

import { currentTheme, applyTheme } from '../ui/theme/theme'
import { initCheckout } from './pricing/checkout'
import { initMenu } from './frame/menu-focus'

if (currentTheme() !== 'system') applyTheme()
initMenu()
initCheckout((address) => location.assign(address))
