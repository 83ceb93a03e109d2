import { StrictMode } from 'react';
import { Provider } from 'react-redux';
import { RouterProvider } from 'react-router-dom';
import { PersistGate } from 'redux-persist/integration/react';
import type { Composition } from './compose';
import { Localised } from './Localised';
import { DemoBar } from './shell/DemoBar';
import { SupportProvider } from './support/SupportProvider';

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
