package bayesflow4j.external;

import bayesflow4j.model.CovariateSimulator;
import bayesflow4j.model.Covariates;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Simulator;
import bayesflow4j.model.SimulatorUnavailableException;
import bayesflow4j.model.notation.Spelling;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarFile;
import java.util.random.RandomGenerator;

/** p(x | θ) by a Java class that is loaded by name, from a jar or from the class path. */
public final class LoadedSimulator implements ExternalSimulator {
    private final boolean covariates;
    private final URLClassLoader loader;
    private final CovariateSimulator simulator;

    /**
     * Loads a class with a public constructor without arguments.
     *
     * @param covariates whether it is a {@link CovariateSimulator} rather than a {@link Simulator}
     */
    public LoadedSimulator(String className, Optional<Path> jar, boolean covariates) {
        this.covariates = covariates;
        jar.filter(file -> !Files.isReadable(file)).ifPresent(file -> {
            throw new SimulatorUnavailableException("No such jar: " + file);
        });
        loader = new URLClassLoader(
                jar.stream().map(LoadedSimulator::url).toArray(URL[]::new),
                getClass().getClassLoader());
        try {
            simulator = instance(className, jar);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private CovariateSimulator instance(String className, Optional<Path> jar) {
        try {
            Class<?> type = Class.forName(className, true, loader);
            Class<?> needed = covariates ? CovariateSimulator.class : Simulator.class;
            if (!needed.isAssignableFrom(type))
                throw new SimulatorUnavailableException(
                        "The class " + className + " does not implement " + needed.getName());
            Object made = type.getConstructor().newInstance();
            if (covariates) return (CovariateSimulator) made;
            Simulator plain = (Simulator) made;
            return (theta, none, count, rng) -> plain.simulate(theta, count, rng);
        } catch (ClassNotFoundException e) {
            String nearest = jar.flatMap(file -> Spelling.nearest(className, classes(file)))
                    .map(name -> "; did you mean " + name + "?")
                    .orElse("");
            throw new SimulatorUnavailableException(
                    "Class " + className + " was not found"
                            + jar.map(file -> " in " + file).orElse(" on the class path") + nearest,
                    e);
        } catch (InvocationTargetException e) {
            throw new SimulatorUnavailableException("The constructor of " + className + " failed: " + e.getCause(), e);
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new SimulatorUnavailableException(
                    "The class " + className + " must be public with a public constructor without arguments (" + e
                            + ")",
                    e);
        }
    }

    private static List<String> classes(Path jar) {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.stream()
                    .map(entry -> entry.getName())
                    .filter(name -> name.endsWith(".class") && !name.contains("$"))
                    .map(name ->
                            name.substring(0, name.length() - ".class".length()).replace('/', '.'))
                    .toList();
        } catch (IOException e) {
            throw new SimulatorUnavailableException("The file " + jar + " is not a jar (" + e.getMessage() + ")", e);
        }
    }

    private static URL url(Path jar) {
        try {
            return jar.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Observations simulate(double[] theta, Covariates covariates, int count, RandomGenerator rng) {
        return simulator.simulate(theta, covariates, count, rng);
    }

    @Override
    public void close() {
        try {
            loader.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
