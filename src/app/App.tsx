import { useId, StrictMode } from 'react';
import { readSettings } from '../lib/settings';
import { RouterView } from '../ui/router';
import { T } from '../ui/text';
import styles from './App.module.css';
import { Provider } from 'react-redux';
import type { Composition } from './compose';
import { Localised } from './Workplace';
import { SupportProvider } from './support/SupportProvider';

/** Marks every page of a demo as a demo; src/early.ts reserves its space before the first paint. */
export const DemoBar = () => {
  const id = useId();
  if (!readSettings().demo) return null;
  return (
    <aside className={styles.bar} aria-labelledby={id}>
      <span id={id}>
        <T id="shell.demo" />
      </span>
    </aside>
  );
};

/** The whole program. The caller has already read the stored state. */
export const App = ({ store, router, recorder }: Composition) => (
  <StrictMode>
    <Provider store={store}>
      <Localised>
        <DemoBar />
        <SupportProvider recorder={recorder}>
          <RouterView router={router} />
        </SupportProvider>
      </Localised>
    </Provider>
  </StrictMode>
);
