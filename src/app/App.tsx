import { useId, StrictMode } from 'react';
import { readSettings } from '../lib/settings';
import { T } from '../ui/text';
import styles from './App.module.css';
import { Provider } from 'react-redux';
import { RouterProvider } from 'react-router-dom';
import { PersistGate } from 'redux-persist/integration/react';
import type { Composition } from './compose';
import { Localised } from './Workplace';
import { SupportProvider } from './support/SupportProvider';

/** Says on every page of a demo that it is one; src/early.ts reserves its space before the first paint. */
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

export const App = ({ store, persistor, router, recorder }: Composition) => (
  <StrictMode>
    <Provider store={store}>
      <PersistGate loading={null} persistor={persistor}>
        <Localised>
          <DemoBar />
          <SupportProvider recorder={recorder}>
            <RouterProvider router={router} />
          </SupportProvider>
        </Localised>
      </PersistGate>
    </Provider>
  </StrictMode>
);
